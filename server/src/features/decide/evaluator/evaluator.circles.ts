/** A location and radius; degrees and meters. */
export interface AreaCircle {
  readonly latitude: number
  readonly longitude: number
  readonly radius: number
}

const globe = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

export function metersApart(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  const along = Math.sin(radians(other.longitude - one.longitude) / 2)
  const part = up * up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along * along
  return 2 * globe * Math.asin(Math.min(1, Math.sqrt(part)))
}

const number = String.raw`(-?\d{1,3}(?:\.\d{1,10})?)`
const written = new RegExp(String.raw`^${number}, ?${number}, ?(\d{1,8}(?:\.\d{1,3})?)$`)

/** Parses `latitude,longitude,radius` as used in lists; undefined if invalid. */
export function circleOf(text: string): AreaCircle | undefined {
  const found = written.exec(text)
  if (!found) return undefined
  const [latitude = 0, longitude = 0, radius = 0] = found.slice(1).map(Number)
  const fits = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && radius >= 10 && radius <= 20_000_000
  return fits ? { latitude, longitude, radius } : undefined
}

const widest = 2

/**
 * Index of circles and their policies, to find those that contain a location; uses bands of one degree of latitude.
 */
export class Circles {
  readonly #bands = new Map<number, { circle: AreaCircle; source: number }[]>()
  readonly #wide: { circle: AreaCircle; source: number }[] = []

  constructor(named: readonly { circle: AreaCircle; source: number }[]) {
    for (const one of named) {
      // Slightly larger, because of rounding errors
      const reach = ((one.circle.radius / globe) * 180) / Math.PI + 1e-6
      if (reach > widest) {
        this.#wide.push(one)
        continue
      }
      const { latitude } = one.circle
      for (let band = Math.floor(latitude - reach); band <= Math.floor(latitude + reach); band++) this.#put(band, one)
    }
  }

  #put(band: number, one: { circle: AreaCircle; source: number }): void {
    const known = this.#bands.get(band)
    if (known) known.push(one)
    else this.#bands.set(band, [one])
  }

  each(place: { latitude: number; longitude: number }, found: (source: number) => void): void {
    for (const some of [this.#bands.get(Math.floor(place.latitude)) ?? [], this.#wide])
      for (const { circle, source } of some) if (metersApart(circle, place) <= circle.radius) found(source)
  }
}
