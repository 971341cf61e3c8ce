/** Names of classes beside each other; those that are not wanted are left out. */
export const classed = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(name => typeof name === 'string').join(' ')
