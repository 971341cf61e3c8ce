import type { FastifyInstance } from 'fastify'
import { mountMarketplace } from '../features/billing/marketplace/marketplace.mount.ts'
import { mountPaymentEvents } from '../features/billing/payments/payments.mount.ts'
import { mountScim } from '../features/directories/scim/scim.mount.ts'
import { mountTrips } from '../features/sso/browser-sessions/browser-sessions.pages.ts'
import { mountForwardAuth } from '../features/sso/forward-auth/forward-auth.mount.ts'
import { mountOidc } from '../features/sso/oidc/oidc.mount.ts'
import { mountSecondFactor } from '../features/sso/second-factor/second-factor.mount.ts'
import { samlPages } from '../features/sso/saml/saml.pages.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Limits } from '../http/limits/limits.ts'

/** Routes outside the contract: single sign-on for browsers and applications, SCIM for directories. */
export function protocolMounts(app: FastifyInstance, world: AppContext, limits: Limits): void {
  mountTrips(app, world, limits)
  mountForwardAuth(app, world, limits)
  mountOidc(app, world, limits)
  mountSecondFactor(app, world, limits)
  samlPages(app, world, limits)
  mountScim(app, world, limits)
  mountPaymentEvents(app, world, limits)
  mountMarketplace(app, world, limits)
}
