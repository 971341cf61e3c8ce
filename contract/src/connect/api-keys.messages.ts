import { logged } from '../platform/text-declarations.ts'

export const apiKeysLog = logged({
  'api-key.created': { label: 'API key created', did: 'created the API key <0/>' },
  'api-key.deleted': { label: 'API key deleted', did: 'deleted the API key <0/>' },
  'api-key.granted': {
    label: 'Sensitive actions granted',
    did: 'changed the sensitive actions allowed for the API key <0/>',
  },
  'api-key.orphaned': { label: 'API key lost permissions', did: 'detected that the API key <0/> lost permissions' },
  'api-key.taken-over': { label: 'API key taken over', did: 'took over the API key <0/>' },
  'api-key.refused': { use: true, label: 'API key refused', did: 'used the API key', failed: 'was refused' },
})
