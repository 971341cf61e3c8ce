import type { userImport } from '@claviger/contract/people/user-import'
import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import classes from './imports.module.css'

/** Under the progress of an import: it goes on by itself, until somebody stops it. */
export function StopImport({ calls, id }: { calls: { stop: Endpoint<typeof userImport.stop.input> }; id: string }) {
  const stop = useWrite(calls.stop, { done: () => toast('success', t('The import is stopped')) })
  return (
    <div className={classes.stop}>
      <p>{t('You can leave this page; the import goes on.')}</p>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} stroke={1.7} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate({ id })}
      >
        {t('Stop')}
      </Button>
    </div>
  )
}
