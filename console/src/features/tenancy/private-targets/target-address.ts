import type { PrivateTarget } from '@claviger/contract/tenancy/private-targets'

/** An address in display form: host and port, or only the host for all ports. */
export const addressOf = ({ host, port }: Pick<PrivateTarget, 'host' | 'port'>): string =>
  port === null ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
