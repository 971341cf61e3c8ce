import { Button, Group, Stack } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Fetch } from '../Fetch.tsx'
import { Progress } from '../runs/Progress.tsx'
import { Boxes } from './Boxes.tsx'
import type { ImportStepProps } from './import-kind.ts'
import { Rows } from './Rows.tsx'
import { Undo, UndoResult } from './Undo.tsx'

function Stop({ kind, of }: ImportStepProps) {
  const stop = useWrite(kind.calls.stop, { done: () => toast('success', t('Import stopped')) })
  return (
    <Group className="cv-muted" gap={8} justify="space-between" mt={8}>
      <p>{t('You can leave this page. The import continues.')}</p>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} stroke={1.7} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate({ id: of.id })}
      >
        {t('Stop')}
      </Button>
    </Group>
  )
}

export function Outcome({ kind, of }: ImportStepProps) {
  const { calls, outcome } = kind
  const handed = outcome.handsOver?.(of)
  if (handed)
    return (
      <Card title={handed.title}>
        <Stack gap={12} align="flex-start">
          <p>{handed.says}</p>
          <Button component={Link} to={handed.to}>
            {handed.act}
          </Button>
        </Stack>
      </Card>
    )
  const ended = of.state !== 'running'
  const far = { seen: count(of.processed), total: count(of.total) }
  return (
    <>
      <Card>
        <Progress done={of.processed} of={of.total} label={ended ? outcome.ended(of) : t(outcome.running, far)} />
        {!ended && <Stop kind={kind} of={of} />}
      </Card>
      <UndoResult kind={kind} of={of} />
      {ended && (
        <>
          {outcome.draw?.(of)}
          <div className="cv-ends">
            {!of.undo && <Undo kind={kind} of={of} />}
            <Fetch calls={calls} id={of.id} failed={outcome.failed(of)} />
            <Button component={Link} to={outcome.to}>
              {t(outcome.back)}
            </Button>
          </div>
          <Boxes kind={kind} of={of} />
          <Rows kind={kind} of={of} />
        </>
      )}
    </>
  )
}
