import { installation } from '@claviger/contract/governance/installation'
import { bind } from '#http/bind.ts'
import { dailyData, health, maintain } from './installation.ts'

export default bind(installation, { days: dailyData, health, maintain })
