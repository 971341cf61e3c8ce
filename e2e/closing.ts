const opened: (() => unknown)[] = []

/** Closes what a journey opened once it ends, and what was opened before the journeys of a file once all of them have. */
export const closing = (end: () => unknown): void => void opened.push(end)

/** How much is open. */
export const open = (): number => opened.length

/** Closes what was opened since so much was open, the newest first. */
export async function close(since = 0): Promise<void> {
  for (const one of opened.splice(since).toReversed()) await one()
}
