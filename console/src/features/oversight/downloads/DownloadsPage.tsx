import { downloads } from '@claviger/contract/oversight/downloads'
import type { Download } from '@claviger/contract/oversight/downloads'
import { Button } from '@mantine/core'
import { IconCpu, IconExternalLink } from '@tabler/icons-react'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { IconRow, IconRows } from '../../../ground/ui/list/IconRow.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import classes from './downloads.module.css'

function Row({ of }: { of: Download }) {
  return (
    <IconRow
      icon={<IconCpu size={20} stroke={1.6} aria-hidden />}
      name={<strong>{of.name}</strong>}
      about={of.about}
      last={of.systems.join(', ')}
      menu={
        <Button
          component="a"
          href={of.href}
          target="_blank"
          rel="noreferrer"
          variant="default"
          aria-label={t('Open the page of {maker}', { maker: of.name })}
          rightSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
        >
          {t('Open')}
        </Button>
      }
    />
  )
}

/** What computers need beside the browser. */
export default function DownloadsPage() {
  const list = useRead(downloads.list, {})
  return (
    <div className={classes.page}>
      <PageHead title={t('Downloads')} />
      <Card title={t('Drivers of card readers')} flush>
        <Waiting on={list} what={t('the downloads')}>
          <IconRows>
            {list.data?.items.map(one => (
              <Row key={one.id} of={one} />
            ))}
          </IconRows>
        </Waiting>
      </Card>
      <p className={classes.note}>
        {t('Windows, macOS and Linux know most readers by themselves. Install a driver where a reader is not found.')}
      </p>
    </div>
  )
}
