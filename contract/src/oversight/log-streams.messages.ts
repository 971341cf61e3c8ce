import { logged, refusals } from '../platform/text-declarations.ts'

export const logStreamsLog = logged({
  'log-stream.created': { label: 'Log stream added', did: 'started sending the log to <0/>' },
  'log-stream.updated': { label: 'Log stream changed', did: 'changed the log stream <0/>' },
  'log-stream.tested': { label: 'Log stream tested', did: 'sent a test entry to <0/>' },
  'log-stream.deleted': { label: 'Log stream removed', did: 'removed the log stream <0/>' },
})

export const logStreamsRefusals = refusals({
  'log-streams-full': { status: 409, says: 'The limit of 5 log streams is reached. Remove one first' },
})
