import { secondFactor } from '@claviger/contract/sso/second-factor'
import { bind } from '#http/bind.ts'
import { checkSecondFactor } from './second-factor-check.ts'

export default bind(secondFactor, { check: checkSecondFactor })
