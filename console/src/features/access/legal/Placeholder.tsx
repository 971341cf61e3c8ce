import { Notice } from '../../../ground/ui/page/Notice.tsx'
import { Outside } from '../../../shell/Outside.tsx'

/** A legal text that whoever runs this installation has to supply. */
export function Placeholder({ title, setting }: { title: string; setting: string }) {
  return (
    <Outside tab={title} title={title} wide>
      <Notice>
        This is a placeholder. Whoever runs this installation sets the address of the text with{' '}
        <code className="cv-mono">{setting}</code>.
      </Notice>
    </Outside>
  )
}
