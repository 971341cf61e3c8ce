import { importFieldNames, neededFields, userImport } from '@claviger/contract/people/user-import'
import type { ImportField, UserImport } from '@claviger/contract/people/user-import'
import { call } from '../../../ground/data/call.ts'
import { t } from '../../../ground/text/text.ts'
import { FileDrop, useSending } from '../../work/imports/FileDrop.tsx'
import classes from '../../work/imports/import.module.css'

/** Sends a file as it is; the server finds out what it is. */
const sendFile = (kind: UserImport['kind'], file: File): Promise<UserImport> =>
  call(
    kind === 'users' ? userImport.upload : userImport.removeByCsv,
    { fileName: file.name.slice(0, 200) },
    { file, quiet: true },
  )

const names = (...fields: readonly ImportField[]) => fields.map(field => t(importFieldNames[field]))

/** What files of each kind look like, with the names of the columns in the language of whoever fills them. */
const samples = {
  users: () => [
    names('userId', 'firstName', 'lastName', 'email', 'employeeId', 'phone', 'groups', 'organizationUnits'),
    ['ada.fern@example.com', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', '', ''],
    ['ben.ash@example.com', 'Ben', 'Ash', 'ben.ash@example.com', '1002', '', '', ''],
  ],
  delete: () => [names('userId'), ['ada.fern@example.com'], ['ben.ash@example.com']],
} as const

/** Takes a file of users. */
export function Upload({ kind, uploaded }: { kind: UserImport['kind']; uploaded: (of: UserImport) => void }) {
  const { busy, fault, send } = useSending(uploaded)
  const needed = neededFields[kind].map(field => t(importFieldNames[field])).join(', ')
  return (
    <div className={classes.upload}>
      <FileDrop
        title={t('Drop a CSV file here')}
        busy={busy}
        fault={fault}
        take={file => void send(sendFile(kind, file))}
        sample={{ name: kind === 'users' ? 'users.csv' : 'delete-users.csv', rows: samples[kind]() }}
      >
        {t(
          'Any delimiter, UTF-8 or UTF-16, up to 100,000 rows and 64 MB. The first row names the columns. Needed: {needed}.',
          { needed },
        )}
      </FileDrop>
      <p className={classes.small}>
        {kind === 'users'
          ? t(
              'Users whose User ID is known are updated, the others are created. Nothing is written before you have seen what would happen.',
            )
          : t('Nothing is deleted before you have seen who it would be. Deleted users can come back for 30 days.')}
      </p>
    </div>
  )
}
