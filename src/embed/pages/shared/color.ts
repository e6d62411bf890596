// Adapts a brand colour to the page, so that texts keep a contrast of 4.5:1 (WCAG 2.2, 1.4.3).

type Rgb = readonly [number, number, number]

const minContrast = 4.5

/** Parses `#rgb` or `#rrggbb`. */
export function parseColor(text: string): Rgb {
  const digits = text.length === 4 ? text.replaceAll(/[^#]/g, '$&$&') : text
  const value = Number.parseInt(digits.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The relative luminance of WCAG 2.2. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(part => {
    const linear = part / 255
    return linear <= 0.04045 ? linear / 12.92 : ((linear + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

const mix = (color: Rgb, other: Rgb, part: number): Rgb => [
  Math.round(color[0] + (other[0] - color[0]) * part),
  Math.round(color[1] + (other[1] - color[1]) * part),
  Math.round(color[2] + (other[2] - color[2]) * part),
]

const css = (color: Rgb): string => `#${color.map(part => part.toString(16).padStart(2, '0')).join('')}`

/** Returns the colour, moved towards black on a light ground and towards white on a dark one until it can be read. */
export function accentOn(color: string, ground: string): { accent: string; onAccent: string } {
  const [brand, under] = [parseColor(color), parseColor(ground)]
  const target = contrast(under, white) > contrast(under, black) ? white : black
  let accent = brand
  for (let step = 1; step <= 20 && contrast(accent, under) < minContrast; step += 1)
    accent = mix(brand, target, step / 20)
  const onAccent = contrast(accent, white) >= contrast(accent, black) ? white : black
  return { accent: css(accent), onAccent: css(onAccent) }
}
