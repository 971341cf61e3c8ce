import { secondFactor } from '@claviger/contract/sso/second-factor'
import { bind } from '#http/bind.ts'
import { checkSecondFactor } from './check.ts'

export default bind(secondFactor, { check: checkSecondFactor })
