import { logged, refusals } from '../../ground/words.ts'

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

export const selfServicePagesRefusals = refusals({
  'page-unknown': { status: 404, says: 'There is no page at this address. Check the link, or ask your administrator' },
  'page-address-taken': {
    status: 409,
    says: 'Another page of this installation has this address. Choose another one',
    constraint: 'self_service_pages_address',
  },
  'pages-full': { status: 409, says: 'There are 50 pages already. Delete one first' },
  'page-off': { status: 403, says: 'This page is switched off at the moment. Ask your administrator' },
  'service-off': { status: 409, says: 'This page does not offer that. Ask your administrator' },
})
