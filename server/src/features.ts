import type { BoundEndpoint } from './http/bind.ts'
import * as rooms from './modules.ts'

export const features: readonly BoundEndpoint[] = Object.values(rooms).flat()
