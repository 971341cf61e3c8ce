import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { BoundEndpoint } from './http/bind.ts'
import * as rooms from './modules.ts'

export const features: readonly BoundEndpoint[] = Object.values(rooms).flat()

const ofBilling = new Set(['marketplace', 'promo-codes', 'support'])

const isOfBilling = ({ feature, may }: Endpoint) =>
  may.startsWith('billing.') || may === 'super.billing' || ofBilling.has(feature)

/** The calls that a server answers: with `BILLING=off`, those of billing don't exist. */
export const featuresOf = ({ billing }: { billing: boolean }): readonly BoundEndpoint[] =>
  billing ? features : features.filter(({ endpoint }) => !isOfBilling(endpoint))
