import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { ColumnTable } from './ColumnTable.tsx'
import type { ImportStepProps } from './import-kind.ts'
import classes from './import.module.css'

interface MatchProps extends ImportStepProps {
  discard: () => void
  done: () => void
}

function Columns({ kind, of, discard, done, nameOf }: MatchProps & { nameOf: (field: string) => string }) {
  const { calls, columns } = kind
  const [mapping, setMapping] = useState<readonly string[]>(of.mapping)
  const [beside, setBeside] = useState(() => columns.beside?.first(of) ?? {})
  const rows = useRead(calls.rows, { id: of.id, pageSize: 3 }).data?.items ?? []
  const review = useWrite(calls.map, { done })
  const chosen = mapping.flatMap(fieldsOfColumn)
  const lacks = [...columns.lacks(chosen, nameOf), ...(columns.beside?.lacks?.(beside) ?? [])]
  const note = lacks.length === 0 && columns.note?.(chosen)
  const twice = columns.fields.find(field => chosen.filter(one => one === field).length > 1)
  return (
    <>
      <ColumnTable
        headers={of.headers}
        rows={rows}
        fields={columns.fields.map(field => ({ value: field, label: nameOf(field) }))}
        mapping={mapping}
        choose={setMapping}
      />
      {columns.beside?.draw({
        id: of.id,
        rows,
        mapping,
        value: beside,
        choose: change => setBeside(before => ({ ...before, ...change })),
        setMapping,
        headers: of.headers,
      })}
      {lacks.map(says => (
        <Notice key={says} level="warning">
          {says}
        </Notice>
      ))}
      {note && <Notice>{note}</Notice>}
      {twice && <Notice level="warning">{t('Two columns are mapped to {field}.', { field: nameOf(twice) })}</Notice>}
      <Group className={`${classes.foot ?? ''} cv-quiet`} gap={8} py={12} data-foot>
        <p className="cv-own-line-on-phone">{t(columns.kept)}</p>
        <Button variant="default" onClick={discard}>
          {t('Back')}
        </Button>
        <Button
          autoFocus
          loading={review.isPending}
          disabled={lacks.length > 0 || twice !== undefined}
          onClick={() => review.mutate({ id: of.id, mapping: [...mapping], ...beside })}
        >
          {t('Review rows')}
        </Button>
      </Group>
    </>
  )
}

export const Match = (props: MatchProps) => props.kind.columns.named(nameOf => <Columns {...props} nameOf={nameOf} />)
