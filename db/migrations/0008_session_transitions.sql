CREATE TABLE "session_transition" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_transition_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_sid" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"running" boolean NOT NULL,
	"cancelled" boolean NOT NULL,
	"reason" text,
	"actor" text,
	"created_date" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_transition" ADD CONSTRAINT "session_transition_session_sid_exam_session_sid_fk" FOREIGN KEY ("session_sid") REFERENCES "public"."exam_session"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_transition_session_sid_id_index" ON "session_transition" USING btree ("session_sid","id");--> statement-breakpoint
CREATE INDEX "exam_session_seat" ON "exam_session" USING btree ("instructor_proctor_sid") WHERE "exam_session"."cancelled_date" is null;