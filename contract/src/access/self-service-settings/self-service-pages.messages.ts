import { logged, refusals } from '#platform/text-declarations.ts'

export const selfServicePagesLog = logged({
  'self-service-page.created': { label: 'Card page created', did: 'created the card page <0/>' },
  'self-service-page.updated': { label: 'Card page changed', did: 'changed the card page <0/>' },
  'self-service-page.restored': {
    label: 'Card page restored',
    did: 'restored an earlier version of the card page <0/>',
  },
  'self-service-page.turned': { label: 'Card page turned on or off', did: 'turned the card page <0/> on or off' },
  'self-service-page.tried': { label: 'Card page tested', did: 'tested the system connected to the card page <0/>' },
  'self-service-page.secret-made': {
    label: 'Card page secret created',
    did: 'created a new secret for the card page <0/>',
  },
  'self-service-page.deleted': { label: 'Card page deleted', did: 'deleted the card page <0/>' },
})

export const selfServicePagesRefusals = refusals({
  'page-unknown': { status: 404, says: 'No page exists at this address. Check the link, or ask your administrator' },
  'page-address-taken': {
    status: 409,
    says: 'Another page on this server uses this address. Choose another one',
    constraint: 'self_service_pages_address',
  },
  'pages-full': { status: 409, says: 'You already have 50 pages. Delete one first' },
  'page-off': { status: 403, says: 'This page is currently turned off. Ask your administrator' },
  'service-off': { status: 409, says: "This page doesn't offer this service. Ask your administrator" },
})
