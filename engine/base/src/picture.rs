//! Pictures as PNG.

#[cfg(not(feature = "pictures"))]
use ludex_kit::support::picture::Scene;
use ludex_kit::support::picture::{Style, Theme};
use ludex_kit::{InputError, say};

#[cfg(feature = "pictures")]
pub use drawn::{Pixels, svg_to_png, to_pixels, to_png};

/// Parses the name of a theme.
pub fn theme(text: &str) -> Result<Theme, InputError> {
    named(text, &say!("a theme"), Theme::ALL)
}

/// Parses the name of a style of pieces.
pub fn style(text: &str) -> Result<Style, InputError> {
    named(text, &say!("a style"), Style::ALL)
}

fn named<T, const N: usize>(
    text: &str,
    what: &str,
    all: [(&'static str, T); N],
) -> Result<T, InputError> {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let found = all.into_iter().find(|(name, _)| *name == text);
    found
        .map(|(_, found)| found)
        .ok_or_else(|| InputError::unknown("", text, what, &names).with_nearest(text, names))
}

/// Fails: this program was built without PNG support.
#[cfg(not(feature = "pictures"))]
pub fn to_png(_scene: &Scene, _pixels: u32, _theme: Theme) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!(say!(
        "this program was built without the feature `pictures`, so it writes SVG only"
    ))
}

/// Fails: this program was built without PNG support.
#[cfg(not(feature = "pictures"))]
pub fn svg_to_png(_svg: &str, _pixels: u32) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!(say!("this program was built without the feature `pictures`"))
}

#[cfg(feature = "pictures")]
mod drawn {
    use anyhow::Context;
    use ludex_kit::support::picture::{Scene, Theme};
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
    use resvg::usvg::{Options, Tree};

    /// A picture as pixels. Every picture has a background, so there is no transparency.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Pixels {
        /// Width in pixels.
        pub width: u32,
        /// Height in pixels.
        pub height: u32,
        /// Red, green and blue of each pixel, row by row from the top left.
        pub colours: Vec<u8>,
    }

    /// The picture as pixels, with this many on the longer side. It looks like the SVG of the same size.
    pub fn to_pixels(scene: &Scene, pixels: u32, theme: Theme) -> anyhow::Result<Pixels> {
        let svg = scene.to_svg(pixels, theme);
        let tree =
            Tree::from_str(&svg, &Options::default()).context("the picture cannot be read")?;
        let size = tree.size().to_int_size();
        let mut pixmap =
            Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
        resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
        let pixels = pixmap.pixels().iter();
        let colours = pixels.flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
        Ok(Pixels { width: pixmap.width(), height: pixmap.height(), colours })
    }

    /// The picture as PNG, with this many pixels on the longer side.
    pub fn to_png(scene: &Scene, pixels: u32, theme: Theme) -> anyhow::Result<Vec<u8>> {
        let Pixels { width, height, colours } = to_pixels(scene, pixels, theme)?;
        let png = encode((width, height), png::ColorType::Rgb, &colours);
        png.context("the picture cannot be written")
    }

    /// A square SVG as PNG with this many pixels on each side. Its background may be transparent.
    pub fn svg_to_png(svg: &str, pixels: u32) -> anyhow::Result<Vec<u8>> {
        let tree = Tree::from_str(svg, &Options::default()).context("the SVG cannot be read")?;
        let mut pixmap = Pixmap::new(pixels, pixels).context("the picture is too large")?;
        let scale = pixels as f32 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        let colours: Vec<u8> = pixmap
            .pixels()
            .iter()
            .map(PremultipliedColorU8::demultiply)
            .flat_map(|p| [p.red(), p.green(), p.blue(), p.alpha()])
            .collect();
        let png = encode((pixels, pixels), png::ColorType::Rgba, &colours);
        png.context("the picture cannot be written")
    }

    /// Most neighbouring pixels are equal: better filters and a longer search for repetitions would take three times as long and save little.
    fn encode(
        (width, height): (u32, u32),
        kind: png::ColorType,
        colours: &[u8],
    ) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(kind);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(colours)?;
        writer.finish()?;
        Ok(bytes)
    }
}
