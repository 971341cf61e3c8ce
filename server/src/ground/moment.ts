import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits a little before somebody asks again what others are still doing: longer each round, or those who wait would slow
 * down whom they wait for, and by chance, so that they do not all come again together.
 */
export const aMoment = (round: number): Promise<void> => wait(Math.min(200, 15 * 2 ** round) * (0.5 + Math.random()))
