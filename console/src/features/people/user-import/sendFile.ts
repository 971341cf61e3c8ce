import { userImport } from '@claviger/contract/people/user-import'
import type { UserImport } from '@claviger/contract/people/user-import'
import { call } from '../../../ground/data/call.ts'

/** Sends a file as it is; the server finds out what it is. */
export const sendFile = (kind: UserImport['kind'], file: File): Promise<UserImport> =>
  call(
    kind === 'users' ? userImport.upload : userImport.removeByCsv,
    { fileName: file.name.slice(0, 200) },
    { file, quiet: true },
  )
