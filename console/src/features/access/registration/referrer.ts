const parameter = (name: string): string | null => {
  const given = new URLSearchParams(window.location.search).get(name)
  return given === null || given === '' ? null : given.slice(0, 100)
}

export const referrer = (): string | null => parameter('referrer')

/** The key of the first-start link, which creates the super administrator with the first workspace. */
export const setupKey = (): string | null => parameter('setup')
