import { usage } from '@claviger/contract/billing/usage'
import { bind } from '#http/bind.ts'
import { usageOf, usageOfOne } from '../plans/plans.usage.ts'

export default bind(usage, { days: usageOf, daysOf: usageOfOne })
