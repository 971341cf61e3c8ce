import { bulkImports, mostImported, type ImportResult } from '@claviger/contract/governance/bulk-imports'
import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { rowsOf } from './rows.ts'

function Results({ of }: { of: readonly ImportResult[] }) {
  const refused = of.filter(({ problem }) => problem !== null)
  return (
    <Card title={t('Result')}>
      <Stack gap={16} miw={0} role="status">
        <p>
          {t('{done} of {count, plural, one {# row} other {# rows}} imported', {
            done: of.length - refused.length,
            count: of.length,
          })}
        </p>
        <Facts of={refused.map(({ row, problem }) => [t('Row {row}', { row }), problem ?? ''] as const)} />
      </Stack>
    </Card>
  )
}

/** Creates workspaces from pasted lines. */
export default function ImportPage() {
  const [text, setText] = useState('')
  const [results, setResults] = useState<readonly ImportResult[] | null>(null)
  const create = useWrite(bulkImports.workspaces, { quiet: true, done: reply => setResults(reply.results) })
  const rows = rowsOf(text)
  const send = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ rows })
  }
  return (
    <Stack gap={16} miw={0} maw={720}>
      <PageHead title={t('Import workspaces')} />
      <Card>
        <Stack onSubmit={send} component="form" gap={16} miw={0}>
          <Textarea
            label={t('Workspaces')}
            description={t(
              'One per line: name, address, email, first name, and last name of the owner, separated by commas. At most {most} lines.',
              {
                most: mostImported,
              },
            )}
            rows={8}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          {create.isError && (
            <Notice level="error">
              {[create.error.message, ...create.error.fields.map(one => `${one.field}: ${one.message}`)].join(' ')}
            </Notice>
          )}
          <div className="cv-foot">
            <Button type="submit" disabled={rows.length === 0} loading={create.isPending}>
              {t('Import {count, plural, one {# workspace} other {# workspaces}}', { count: rows.length })}
            </Button>
          </div>
        </Stack>
      </Card>
      {results && <Results of={results} />}
    </Stack>
  )
}
