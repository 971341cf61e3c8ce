import { logged } from '../ground/words.ts'

export const apiKeysLog = logged({
  'api-key.created': { label: 'API key created', did: 'created the API key <0/>' },
  'api-key.deleted': { label: 'API key deleted', did: 'deleted the API key <0/>' },
  'api-key.granted': { label: 'Sensitive acts granted', did: 'said which sensitive acts the API key <0/> may do' },
  'api-key.orphaned': { label: 'API key lost rights', did: 'found that the API key <0/> lost rights' },
  'api-key.taken-over': { label: 'API key taken over', did: 'took over the API key <0/>' },
  'api-key.refused': { use: true, label: 'API key refused', did: 'used the API key', failed: 'was refused' },
})
