import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { email, Nothing } from '../platform/fields.ts'

const channel = (hex: string) => {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Contrast of a color, as #rrggbb, to white text (WCAG 2.2, 1.4.3): from 1 to 21. */
export function contrastToWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => channel(color.slice(at, at + 2))) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

export const minContrast = 4.5

const hex = /^#[0-9a-f]{6}$/

const Color = z.string().check(
  z.toLowerCase(),
  z.maxLength(7, 'Enter a color such as #046573'),
  z.refine(color => hex.test(color), 'Enter a color such as #046573'),
  z.refine(
    color => !hex.test(color) || contrastToWhite(color) >= minContrast,
    'White text on this color is hard to read. Choose a darker color',
  ),
)

const Brand = z.object({ color: z.nullable(Color), supportEmail: z.nullable(email()) })

const path = '/partner/branding'

export const branding = feature('branding', ['account'], {
  get: get(path, {
    summary: "Get the partner's color and support address",
    input: Nothing,
    reply: z.object({ color: z.nullable(z.string()), supportEmail: z.nullable(z.string()) }),
    may: 'partner.read',
  }),
  set: put(path, {
    summary: "Set the partner's color and support address, which its customers see in the console and in emails",
    input: Brand,
    reply: z.object({ color: z.nullable(z.string()), supportEmail: z.nullable(z.string()) }),
    may: 'partner.write',
  }),
})
