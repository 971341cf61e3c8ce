import type { PrivateTarget } from '@claviger/contract/tenancy/private-targets'

/** An address as people write it: host and port, or the host where every port is meant. */
export const addressOf = ({ host, port }: Pick<PrivateTarget, 'host' | 'port'>): string =>
  port === null ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
