export const classed = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(name => typeof name === 'string').join(' ')
