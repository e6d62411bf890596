-- Returns the payload of the event of a changed row of exam_configuration, by the API's names. A column that is not
-- listed here is never published, so that no secret is.
-- Called by: capture_change.
CREATE OR REPLACE FUNCTION event_payload(r exam_configuration) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'sid', sid_text('EC', r.sid), 'installSid', sid_text('AI', r.install_sid),
    'examSid', sid_text('EX', r.exam_sid), 'enrollmentSid', sid_text('EN', r.enrollment_sid),
    'referenceExamConfigurationSid', sid_text('EC', r.reference_exam_configuration_sid), 'type', r.type,
    'examOpenDate', instant_text(r.exam_open_date), 'examCloseDate', instant_text(r.exam_close_date),
    'scheduleOpenDate', instant_text(r.schedule_open_date), 'scheduleCloseDate', instant_text(r.schedule_close_date),
    'url', r.url, 'requiredSoftware', r.required_software, 'virtualCalculatorType', r.virtual_calculator_type,
    'duration', r.duration, 'attempts', r.attempts, 'locked', r.locked, 'approved', r.approved,
    'approvedBy', r.approved_by, 'studentNotes', r.student_notes, 'proctorNotes', r.proctor_notes,
    'proctorTypes', r.proctor_types, 'modalityOptions', r.modality_options, 'attachments', r.attachments,
    'createdDate', instant_text(r.created_date), 'editDate', instant_text(r.edit_date))
  || jsonb_build_object(
    'permittedBathroomBreak', r.permitted_bathroom_break,
    'permittedBathroomBreakInformation', r.permitted_bathroom_break_information,
    'permittedBlankPaper', r.permitted_blank_paper,
    'permittedBlankPaperInformation', r.permitted_blank_paper_information,
    'permittedCalculator', r.permitted_calculator,
    'permittedCalculatorInformation', r.permitted_calculator_information,
    'permittedDictionary', r.permitted_dictionary,
    'permittedDictionaryInformation', r.permitted_dictionary_information,
    'permittedEarplugs', r.permitted_earplugs, 'permittedEarplugsInformation', r.permitted_earplugs_information,
    'permittedFormulaSheet', r.permitted_formula_sheet,
    'permittedFormulaSheetInformation', r.permitted_formula_sheet_information,
    'permittedNotes', r.permitted_notes, 'permittedNotesInformation', r.permitted_notes_information,
    'permittedTextbook', r.permitted_textbook, 'permittedTextbookInformation', r.permitted_textbook_information,
    'permittedWebsites', r.permitted_websites, 'permittedWebsitesInformation', r.permitted_websites_information,
    'permittedOtherItems', r.permitted_other_items)
$$;
