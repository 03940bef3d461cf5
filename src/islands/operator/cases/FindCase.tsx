import { errorCode } from '../../../api/result.ts'
import { REFERENCE } from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { focusAtMount, Form, type Problems, useForm } from '../../ui/Form.tsx'
import { failureText } from '../../ui/failure-text.ts'
import { Field } from '../../ui/Field.tsx'

/** Opens the case of a number that a reporter, an affected person or an author writes about. */
export default function FindCase() {
  const form = useForm(async (data): Promise<Problems> => {
    const typed = String(data.get('number')).normalize('NFKC').toUpperCase().replace(/\s/g, '')
    const [caseId] = REFERENCE.exec(typed.replace(/[ー‐−–]/g, '-')) ?? []
    if (!caseId) return { number: t('desk.find.none') }
    const result = await call('moderation', 'GET /case/detail', { caseId })
    if (!result.ok)
      return result.code === errorCode.dataNotFound
        ? { number: t('desk.find.none') }
        : { form: failureText(result) }
    location.hash = result.results[0]!.caseId
    return {}
  })
  return (
    <Form form={form} submit={t('desk.find.open')}>
      <Field
        name="number"
        label={t('desk.find.number')}
        hint={t('desk.find.hint')}
        autoComplete="off"
        spellCheck={false}
        ref={focusAtMount}
      />
    </Form>
  )
}
