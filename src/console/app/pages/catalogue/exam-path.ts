import { useParams } from '@tanstack/react-router'
import { sid } from '../../../../client/index.ts'
import { useInstallSid } from '../../api/installs.ts'

/** The path parameters of requests about the exam in the address. */
export const useExamPath = () => {
  const { course, exam } = useParams({ strict: false })
  return { installSid: useInstallSid(), courseSid: sid('CU', course), examSid: sid('EX', exam) }
}
