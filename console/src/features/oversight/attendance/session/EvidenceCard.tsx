import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceSessionInFull } from '@claviger/contract/oversight/attendance/session-fields'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { saveFile } from '../save-file.ts'
import classes from '../attendance.module.css'

const formats = { pdf: 'application/pdf', json: 'application/json' } as const
type Format = keyof typeof formats

export function EvidenceCard({ session }: { session: AttendanceSessionInFull }) {
  const [busy, setBusy] = useState<string | null>(null)
  const { sessionId, title, seals, state } = session
  if (state !== 'closed') return null
  const [newest] = seals.toSorted((a, b) => b.version - a.version)
  const save = async (format: Format, version: number) => {
    setBusy(`${format}${version}`)
    await saveFile(
      attendance.evidence,
      { sessionId, format, version },
      `${title} ${version}.${format}`,
      formats[format],
    )
    setBusy(null)
  }
  return (
    <Card title={t('Evidence')}>
      <Stack gap={16}>
        <p>
          {t(
            'The result is signed and recorded in the activity log. Check a signed file without the server: claviger admin verify-attendance FILE.',
          )}
        </p>
        {newest && (
          <Facts
            of={[
              [
                t('Public key'),
                <span key="key" className="cv-row">
                  <span className="cv-mono">{newest.publicKey}</span>
                  <Copy value={newest.publicKey} what={t('public key')} />
                </span>,
              ],
            ]}
          />
        )}
        <ul className={`${classes.lines ?? ''} cv-ruled`}>
          {seals
            .toSorted((a, b) => b.version - a.version)
            .map(({ version, at, by, hash }) => (
              <li key={version}>
                <span>
                  <b>{t('Signature {version}', { version: String(version) })}</b>
                  <span className="cv-muted">
                    {by} · <When at={at} /> · <span className="cv-mono">{hash.slice(0, 16)}…</span>
                  </span>
                </span>
                <Button
                  variant="default"
                  loading={busy === `pdf${version}`}
                  aria-label={t('PDF of signature {version}', { version: String(version) })}
                  onClick={() => void save('pdf', version)}
                >
                  {t('PDF')}
                </Button>
                <Button
                  variant="default"
                  loading={busy === `json${version}`}
                  aria-label={t('Signed file of signature {version}', { version: String(version) })}
                  onClick={() => void save('json', version)}
                >
                  {t('Signed file')}
                </Button>
              </li>
            ))}
        </ul>
      </Stack>
    </Card>
  )
}
