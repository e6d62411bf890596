CREATE TABLE "configuration_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "configuration_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"configuration_sid" uuid NOT NULL,
	"trigger" text NOT NULL,
	"reason" text,
	"actor" text,
	"token_sid" uuid,
	"on_behalf_of" uuid,
	"changes" text[] NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "configuration_change" ADD CONSTRAINT "configuration_change_configuration_sid_exam_configuration_sid_fk" FOREIGN KEY ("configuration_sid") REFERENCES "public"."exam_configuration"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configuration_change_configuration_sid_id_index" ON "configuration_change" USING btree ("configuration_sid","id");