-- The mark stands for all learners, also for changes before db/sql has created the triggers. A new database needs none.
CREATE TABLE "unscheduled_learner" (
	"user_sid" uuid PRIMARY KEY NOT NULL,
	"install_sid" uuid NOT NULL,
	"created_date" timestamp (3) with time zone NOT NULL,
	"unscheduled_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unscheduled_mark" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unscheduled_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"install_sid" uuid,
	"course_sid" uuid,
	"user_sid" uuid
);
--> statement-breakpoint
ALTER TABLE "unscheduled_learner" ADD CONSTRAINT "unscheduled_learner_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unscheduled_learner" ADD CONSTRAINT "unscheduled_learner_install_sid_install_sid_fk" FOREIGN KEY ("install_sid") REFERENCES "public"."install"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unscheduled_learner_install_sid_created_date_user_sid_index" ON "unscheduled_learner" USING btree ("install_sid","created_date","user_sid");--> statement-breakpoint
CREATE INDEX "unscheduled_learner_unscheduled_until_index" ON "unscheduled_learner" USING btree ("unscheduled_until");--> statement-breakpoint
INSERT INTO "unscheduled_mark" ("install_sid") SELECT NULL::uuid WHERE EXISTS (SELECT FROM "account");
