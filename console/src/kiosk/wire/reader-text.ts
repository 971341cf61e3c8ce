import { longestReading } from './limits.ts'

/** A broken reader can send anything; a text that the server refuses would block the queue. */
export const cleanReading = (text: string): string =>
  text.toWellFormed().replaceAll(/\p{C}/gu, '').trim().slice(0, longestReading)
