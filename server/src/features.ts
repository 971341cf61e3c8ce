import type { Bound } from './http/bind.ts'
import * as rooms from './rooms.ts'

export const features: readonly Bound[] = Object.values(rooms).flat()
