import type { Bound } from './http/bind.ts'
import * as rooms from './rooms.ts'

/** Every call of every room, and the function that answers it. */
export const features: readonly Bound[] = Object.values(rooms).flat()
