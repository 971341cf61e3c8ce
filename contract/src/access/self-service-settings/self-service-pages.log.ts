import { logged } from '../../ground/log.ts'

export const selfServicePagesLog = logged({
  'self-service-page.created': { label: 'Card page built', did: 'built the card page <0/>' },
  'self-service-page.updated': { label: 'Card page changed', did: 'changed the card page <0/>' },
  'self-service-page.restored': {
    label: 'Card page restored',
    did: 'restored an earlier version of the card page <0/>',
  },
  'self-service-page.turned': { label: 'Card page switched', did: 'switched the card page <0/> on or off' },
  'self-service-page.tried': { label: 'Card page tried', did: 'asked the system behind the card page <0/>' },
  'self-service-page.secret-made': { label: 'Card page secret', did: 'made a new secret for the card page <0/>' },
  'self-service-page.deleted': { label: 'Card page deleted', did: 'deleted the card page <0/>' },
})
