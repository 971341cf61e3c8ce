import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

export const Meanwhile = ({ by, load }: { by: string; load: () => void }) => (
  <Notice level="warning">
    <div className="cv-row cv-quiet cv-wrap">
      <span>
        {t("{name} changed this page in the meantime. You can't save your changes on top of it.", { name: by })}
      </span>
      <Button variant="default" onClick={load}>
        {t('Discard my changes and reload')}
      </Button>
    </div>
  </Notice>
)
