export const referrer = (): string | null => {
  const given = new URLSearchParams(window.location.search).get('referrer')
  return given === null || given === '' ? null : given.slice(0, 100)
}
