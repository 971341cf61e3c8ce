import { branding } from '@claviger/contract/governance/branding'
import { bind } from '#http/bind.ts'
import { getBrand, setBrand } from './branding.ts'

export default bind(branding, { get: getBrand, set: setBrand })
