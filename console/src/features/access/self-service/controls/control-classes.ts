export const joinClasses = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(name => typeof name === 'string').join(' ')
