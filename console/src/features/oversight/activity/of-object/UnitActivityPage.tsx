import { OneUnit } from '#features/people/units/OneUnit.tsx'
import { ObjectLog } from './ObjectLog.tsx'

export default function UnitActivityPage() {
  return <OneUnit>{unit => <ObjectLog id={unit.id} />}</OneUnit>
}
