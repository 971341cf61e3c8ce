/** The server's time at `from`, a time of the kiosk's own clock. Milliseconds. */
export interface ServerTime {
  readonly offset: number
  readonly measuredBy: 'wall' | 'steady'
  readonly steadyOffset: number
}

/**
 * Measures the server's clock from a call: the reply was written about halfway between sending and receiving. The
 * steady clock does not jump if the computer's clock is set meanwhile; after a restart only the wall clock is left.
 */
export function measured(server: number, sent: Clock, received: Clock): ServerTime {
  return {
    offset: server - (sent.wall + received.wall) / 2,
    measuredBy: 'steady',
    steadyOffset: server - (sent.steady + received.steady) / 2,
  }
}

export interface Clock {
  readonly wall: number
  readonly steady: number
}

export const readClock = (): Clock => ({ wall: Date.now(), steady: performance.now() })

/** After a restart the steady clock began again, so only the wall clock's offset is of use. */
export const afterRestart = (time: ServerTime): ServerTime => ({ ...time, measuredBy: 'wall' })

export const serverNow = (time: ServerTime, clock: Clock): number =>
  Math.round(time.measuredBy === 'steady' ? clock.steady + time.steadyOffset : clock.wall + time.offset)
