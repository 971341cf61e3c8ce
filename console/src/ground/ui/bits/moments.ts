import { count } from '../../text/formats.ts'

export { agoOf, count, dayOf, momentOf, secondsOf } from '../../text/formats.ts'

/** "1 user", "3 users". */
export const many = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`
